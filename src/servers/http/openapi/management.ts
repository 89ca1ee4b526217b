import { z } from 'zod'
import { settingsPatchSchema } from '../../../config/edit-settings.ts'
import { answerSchema, decisionSchema, editSchema } from '../../../contract/approvals.ts'
import { setLevelSchema } from '../../../contract/machine-level.ts'
import { newRuleSchema } from '../../../contract/rules.ts'
import { executionSchema, toolDefinitionSchema } from '../../../contract/tool-calls.ts'
import { profileBoundsSchema } from '../../../contract/tools-file.ts'
import { eventsQuery } from '../event-query.ts'
import { approvalsQuery } from '../routes/approvals.ts'
import { callBody } from '../routes/call.ts'
import { callsQuery } from '../routes/calls.ts'
import { executionsQuery } from '../routes/executions.ts'
import { undoBody } from '../routes/history.ts'
import { activeBody, cloneBody, importBody } from '../routes/profiles.ts'
import { backQuery, explainBody } from '../routes/rules.ts'
import { runsQuery } from '../routes/runs.ts'
import { permissionBody, toggleBody } from '../routes/tools.ts'
import { CREDENTIALS } from './credentials.ts'
import type { Endpoint } from './endpoint.ts'
import { KNOWLEDGE } from './knowledge.ts'
import { TERMINALS } from './terminals.ts'
import * as views from './views.ts'

const page = <Name extends string>(name: Name, item: z.ZodType) =>
  z.looseObject({ [name]: z.array(item), next: z.int().nullable() })
const list = <Name extends string>(name: Name, item: z.ZodType) => z.looseObject({ [name]: z.array(item) })
const object = z.looseObject({})

const MACHINE: readonly Endpoint[] = [
  { route: 'GET /status', id: 'get_status', summary: 'How the machine is', tag: 'machine', answer: views.statusView },
  { route: 'POST /pause', id: 'pause', summary: 'Refuse every call', tag: 'machine', answer: views.statusView },
  { route: 'POST /resume', id: 'resume', summary: 'Stop refusing', tag: 'machine', answer: views.statusView },
  { route: 'POST /shutdown', id: 'shutdown', summary: 'Stop upperhand', tag: 'machine', status: 202, answer: object },
  {
    route: 'POST /login-link',
    id: 'make_login_link',
    summary: 'A sign-in link, good once',
    tag: 'machine',
    status: 201,
    answer: z.looseObject({ url: z.string() }),
  },
  {
    route: 'POST /logout',
    id: 'logout',
    summary: 'Sign every browser out',
    tag: 'machine',
    answer: z.looseObject({ ended: z.int() }),
  },
  {
    route: 'GET /level',
    id: 'get_level',
    summary: 'The level of the machine',
    tag: 'machine',
    answer: views.levelView,
  },
  {
    route: 'POST /level',
    id: 'set_level',
    summary: 'Set the level of the machine',
    tag: 'machine',
    body: setLevelSchema,
    answer: views.levelView,
  },
  {
    route: 'POST /doctor',
    id: 'examine',
    summary: 'Everything `upperhand doctor` looks at',
    tag: 'machine',
    answer: views.doctorView,
  },
  { route: 'GET /settings', id: 'get_settings', summary: 'The settings', tag: 'machine', answer: views.settingsView },
  {
    route: 'PATCH /settings',
    id: 'change_settings',
    summary: 'Change settings.json; null goes back to the default',
    tag: 'machine',
    body: settingsPatchSchema,
    answer: views.settingsView,
  },
]

const CALLS: readonly Endpoint[] = [
  {
    route: 'POST /call',
    id: 'call_as_person',
    summary: 'Run a tool as a person',
    tag: 'calls',
    body: callBody,
    answer: views.calledView,
  },
  {
    route: 'GET /calls',
    id: 'search_calls',
    summary: 'The history, newest first',
    tag: 'calls',
    query: callsQuery,
    answer: page('calls', views.callView),
  },
  {
    route: 'GET /calls/open',
    id: 'list_open_calls',
    summary: 'Calls that have not ended',
    tag: 'calls',
    answer: z.looseObject({ calls: z.array(views.callView) }),
  },
  { route: 'POST /calls/{id}/stop', id: 'stop_call', summary: 'End a call', tag: 'calls' },
  {
    route: 'GET /calls/{id}',
    id: 'get_call',
    summary: 'One call with its timeline',
    tag: 'calls',
    answer: z.looseObject({ call: views.callView, timeline: z.array(views.eventView) }),
  },
  {
    route: 'GET /executions',
    id: 'list_executions',
    summary: 'Calls in the words of tool confirmations',
    tag: 'calls',
    query: executionsQuery,
    answer: page('executions', executionSchema),
  },
  { route: 'GET /executions/{id}', id: 'get_execution', summary: 'One of them', tag: 'calls', answer: executionSchema },
  {
    route: 'POST /history/verify',
    id: 'verify_history',
    summary: 'Check the hash chain',
    tag: 'calls',
    answer: views.verificationView,
  },
  {
    route: 'GET /history/{id}/undo',
    id: 'plan_undo',
    summary: 'What undoing a call would do to files, and what is in the way',
    tag: 'calls',
    answer: views.undoPlanView,
  },
  {
    route: 'POST /history/{id}/undo',
    id: 'undo_call',
    summary: 'Take back what a call did to files; the undo is a call of its own',
    tag: 'calls',
    body: undoBody,
    answer: z.object({ callId: z.string(), plan: views.undoPlanView }),
  },
  {
    route: 'GET /history/export',
    id: 'export_history',
    summary: 'Every event, one JSON object a line',
    tag: 'calls',
    answer: z.string(),
    media: 'application/x-ndjson',
  },
  {
    route: 'GET /events',
    id: 'follow_events',
    summary: 'Events as they happen',
    tag: 'calls',
    query: eventsQuery,
    answer: z.string(),
    media: 'text/event-stream',
  },
  {
    route: 'GET /runs',
    id: 'list_runs',
    summary: 'The clients that are or were connected',
    tag: 'calls',
    query: runsQuery,
    answer: list('runs', views.runView),
  },
  {
    route: 'POST /runs/{id}/pause',
    id: 'pause_run',
    summary: 'Refuse every call of one run',
    tag: 'calls',
    answer: views.runView,
  },
  {
    route: 'POST /runs/{id}/resume',
    id: 'resume_run',
    summary: 'Stop refusing them',
    tag: 'calls',
    answer: views.runView,
  },
]

const DECISIONS: readonly Endpoint[] = [
  {
    route: 'GET /approvals',
    id: 'list_approvals',
    summary: 'What waits for a person, and what was decided',
    tag: 'approvals',
    query: approvalsQuery,
    answer: list('approvals', views.approvalView.omit({ args: true })),
  },
  { route: 'GET /approvals/{id}', id: 'get_approval', summary: 'One', tag: 'approvals', answer: views.approvalView },
  {
    route: 'GET /approvals/{id}/candidates',
    id: 'list_rule_candidates',
    summary: 'Rules that would have let it through',
    tag: 'approvals',
    answer: list('candidates', object),
  },
  {
    route: 'POST /approvals/{id}/edited',
    id: 'edit_approval',
    summary: 'How it would run with other arguments',
    tag: 'approvals',
    body: editSchema,
    answer: views.editedView,
  },
  {
    route: 'POST /approvals/{id}/decision',
    id: 'decide_approval',
    summary: 'Approve or deny',
    tag: 'approvals',
    body: decisionSchema,
    answer: views.approvalView,
  },
  {
    route: 'POST /approvals/{id}/answer',
    id: 'answer_approval',
    summary: 'Answer a question in words',
    tag: 'approvals',
    body: answerSchema,
    answer: views.approvalView,
  },
  {
    route: 'GET /grants',
    id: 'list_grants',
    summary: 'What was allowed for longer than once',
    tag: 'approvals',
    answer: list('grants', views.grantView),
  },
  { route: 'DELETE /grants/{id}', id: 'revoke_grant', summary: 'Take one back', tag: 'approvals' },
]

const RULES: readonly Endpoint[] = [
  { route: 'GET /rules', id: 'list_rules', summary: 'The rules', tag: 'rules', answer: list('rules', views.ruleView) },
  {
    route: 'POST /rules',
    id: 'add_rule',
    summary: 'Save a rule whose examples hold',
    tag: 'rules',
    body: newRuleSchema,
    status: 201,
    answer: z.looseObject({ rule: views.ruleView, warnings: z.array(object) }),
  },
  {
    route: 'POST /rules/check',
    id: 'check_rule',
    summary: 'What a rule would have changed in the past',
    tag: 'rules',
    query: backQuery,
    body: newRuleSchema,
    answer: z.looseObject({ warnings: z.array(object), backTest: object }),
  },
  {
    route: 'POST /rules/explain',
    id: 'explain_call',
    summary: 'How a call would be judged, and why',
    tag: 'rules',
    body: explainBody,
    answer: object,
  },
  {
    route: 'GET /rules/suggestions',
    id: 'suggest_rules',
    summary: 'Rules for what is approved again and again',
    tag: 'rules',
    query: backQuery,
    answer: list('suggestions', object),
  },
  { route: 'DELETE /rules/{id}', id: 'revoke_rule', summary: 'Take one back', tag: 'rules' },
]

const TOOLS: readonly Endpoint[] = [
  {
    route: 'GET /tools',
    id: 'list_tools',
    summary: 'The tools of the caller\u2019s profile',
    tag: 'profiles',
    answer: z.looseObject({ profile: z.string(), tools: z.array(toolDefinitionSchema) }),
  },
  {
    route: 'GET /openapi.json',
    id: 'get_openapi',
    summary: 'This document',
    tag: 'profiles',
    answer: z.looseObject({ openapi: z.string() }),
  },
  {
    route: 'GET /tools/{id}/schema',
    id: 'get_tool_schema',
    summary: 'The arguments of an operation as JSON Schema',
    tag: 'profiles',
    answer: z.looseObject({ type: z.literal('object') }),
  },
  {
    route: 'POST /tools/{profile}/toggle',
    id: 'toggle_tool',
    summary: 'Switch a tool or a category on or off',
    tag: 'profiles',
    body: toggleBody,
    answer: views.profileView,
  },
  {
    route: 'PATCH /profiles/{id}',
    id: 'set_profile_bounds',
    summary: 'The level of a profile, and what counts as inside',
    tag: 'profiles',
    body: profileBoundsSchema,
    answer: views.profileView,
  },
  {
    route: 'POST /tools/{profile}/permission',
    id: 'set_tool_permission',
    summary: 'Allow, confirm or block a tool',
    tag: 'profiles',
    body: permissionBody,
    answer: views.profileView,
  },
  { route: 'GET /profiles', id: 'list_profiles', summary: 'All', tag: 'profiles', answer: views.profilesView },
  {
    route: 'GET /profiles/active',
    id: 'get_active_profile',
    summary: 'The active one',
    tag: 'profiles',
    answer: views.profileView,
  },
  { route: 'GET /profiles/{id}', id: 'get_profile', summary: 'One', tag: 'profiles', answer: views.profileView },
  {
    route: 'POST /profiles/active',
    id: 'use_profile',
    summary: 'Serve callers that name none with this one',
    tag: 'profiles',
    body: activeBody,
    answer: views.profilesView,
  },
  {
    route: 'POST /profiles/clone',
    id: 'clone_profile',
    summary: 'A copy of your own',
    tag: 'profiles',
    body: cloneBody,
    status: 201,
    answer: views.profileView,
  },
  {
    route: 'POST /profiles/import',
    id: 'import_profile',
    summary: 'From a file in the shape of tools.json',
    tag: 'profiles',
    body: importBody,
    status: 201,
    answer: views.profilesView,
  },
  {
    route: 'GET /profiles/{id}/export',
    id: 'export_profile',
    summary: 'Such a file',
    tag: 'profiles',
    answer: object,
  },
  { route: 'DELETE /profiles/{id}', id: 'remove_profile', summary: 'Remove one', tag: 'profiles' },
]

/** Everything below `/api` that is for people, in the order it is described. */
export const MANAGEMENT: readonly Endpoint[] = [
  ...MACHINE,
  ...DECISIONS,
  ...RULES,
  ...CALLS,
  ...TOOLS,
  ...CREDENTIALS,
  ...KNOWLEDGE,
  ...TERMINALS,
]
