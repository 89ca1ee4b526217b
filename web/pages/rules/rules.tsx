import { EmptyState } from '../../ui/states.tsx'
export default function RulesPage() {
  return <EmptyState title="Rules" />
}
