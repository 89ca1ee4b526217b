import { setPreference, usePreference } from '../../app/preferences.ts'
import { Panel } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Row } from './row.tsx'

export function Appearance() {
  const theme = usePreference('theme')
  const density = usePreference('density')
  const keys = usePreference('keys')
  return (
    <Panel title="Appearance and keys">
      <Row title="Theme" about="In this browser">
        <Segmented
          label="Theme"
          value={theme}
          onChange={(value) => setPreference('theme', value)}
          options={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'contrast', label: 'High contrast' },
          ]}
        />
      </Row>
      <Row title="Density">
        <Segmented
          label="Density"
          value={density}
          onChange={(value) => setPreference('density', value)}
          options={[
            { value: 'normal', label: 'Normal' },
            { value: 'compact', label: 'Compact' },
          ]}
        />
      </Row>
      <Row title="Single keys" about="Such as a, d, j and k. Ctrl K always works.">
        <Switch
          label="Single keys"
          isOn={keys === 'on'}
          onChange={(isOn) => setPreference('keys', isOn ? 'on' : 'off')}
        />
      </Row>
    </Panel>
  )
}
