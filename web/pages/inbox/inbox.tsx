import { EmptyState } from '../../ui/states.tsx'
export default function InboxPage() {
  return <EmptyState title="Inbox" />
}
