import { EmptyState } from '../../ui/states.tsx'
export default function HistoryPage() {
  return <EmptyState title="History" />
}
