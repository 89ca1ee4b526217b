import { Page } from '../../ui/page.tsx'
import { About } from './about.tsx'
import { Appearance } from './appearance.tsx'
import { Doctor } from './doctor.tsx'
import { LevelPanel } from './level-panel.tsx'
import { Limits } from './limits.tsx'
import { Notifications } from './notifications.tsx'
import { Places } from './places.tsx'
import { Tokens } from './tokens.tsx'

export default function SettingsPage() {
  return (
    <Page title="Settings">
      <LevelPanel />
      <Appearance />
      <Notifications />
      <Places />
      <Tokens />
      <Limits />
      <Doctor />
      <About />
    </Page>
  )
}
