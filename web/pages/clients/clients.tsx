import { EmptyState } from '../../ui/states.tsx'
export default function ClientsPage() {
  return <EmptyState title="Clients" />
}
