import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { AddRule } from './add-rule.tsx'
import { GrantList } from './grant-list.tsx'
import { RuleList } from './rule-list.tsx'
import { Tester } from './tester.tsx'

/** What was allowed or refused for longer than once: made here or with a card, ended with one click. */
export default function RulesPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title="Rules and permissions"
      about="Deny beats ask beats allow. What is critical always asks, whatever a rule says."
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          New rule
        </Button>
      }
    >
      <GrantList />
      <RuleList />
      <Tester />
      {isAdding && <AddRule onClose={() => setAdding(false)} />}
    </Page>
  )
}
