import { EmptyState } from '../../ui/states.tsx'
export default function SettingsPage() {
  return <EmptyState title="Settings" />
}
