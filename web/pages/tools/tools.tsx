import { EmptyState } from '../../ui/states.tsx'
export default function ToolsPage() {
  return <EmptyState title="Tools" />
}
