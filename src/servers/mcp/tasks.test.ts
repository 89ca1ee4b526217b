import { expect, test } from 'vitest'
import { manualClock } from '../../../test/support/store.ts'
import { newId } from '../../base/ids.ts'
import { LIMITS, type Limits } from '../../base/limits.ts'
import { createTasks } from './tasks.ts'

const RESULT = { content: [{ type: 'text' as const, text: 'done' }] }

function create(limits: Partial<Limits> = {}) {
  const clock = manualClock()
  const tasks = createTasks({ limits: { ...LIMITS, ...limits }, clock, newId })
  const open = (principal = 'one', onCancel = () => {}) => tasks.open(principal, 'Waiting', onCancel)
  return { clock, tasks, open }
}

test('a task goes from working to its result, and its time to live grows with it', () => {
  const { clock, tasks, open } = create()
  const task = open()!
  const { taskId, createdAt } = task.view()
  expect(task.view()).toMatchObject({ status: 'working', statusMessage: 'Waiting', ttlMs: LIMITS.taskTtlMs })
  clock.advance(5_000)
  task.report('Running')
  expect(tasks.get(taskId, 'one')).toMatchObject({
    status: 'working',
    statusMessage: 'Running',
    createdAt,
    ttlMs: LIMITS.taskTtlMs + 5_000,
  })
  task.settle({ status: 'completed', result: RESULT })
  expect(tasks.get(taskId, 'one')).toMatchObject({ status: 'completed', result: RESULT })
  tasks.close()
})

test('a task is there for its principal only', () => {
  const { tasks, open } = create()
  const { taskId } = open()!.view()
  expect(tasks.get(taskId, 'two')).toBeUndefined()
  expect(tasks.cancel(taskId, 'two')).toBe(false)
  expect(tasks.update(taskId, 'two', {})).toBe(false)
  expect(tasks.get(taskId, 'one')?.status).toBe('working')
})

test('cancelling asks the work to stop, once it has ended it changes nothing', () => {
  const { tasks, open } = create()
  let cancels = 0
  const task = open('one', () => {
    cancels += 1
  })!
  const { taskId } = task.view()
  expect(tasks.cancel(taskId, 'one')).toBe(true)
  expect([cancels, tasks.get(taskId, 'one')?.status]).toEqual([1, 'working'])
  task.settle({ status: 'cancelled' })
  expect(tasks.cancel(taskId, 'one')).toBe(true)
  expect([cancels, tasks.get(taskId, 'one')?.status]).toEqual([1, 'cancelled'])
  tasks.close()
})

test('what is asked is answered once; answers to nothing are ignored', () => {
  const { tasks, open } = create()
  const answers: unknown[] = []
  const task = open()!
  const { taskId } = task.view()
  const request = { method: 'elicitation/create', params: {} }
  task.ask('a', request, (answer) => answers.push(answer))
  task.ask('b', request, (answer) => answers.push(answer))
  expect(tasks.get(taskId, 'one')).toMatchObject({
    status: 'input_required',
    inputRequests: { a: request, b: request },
  })
  tasks.update(taskId, 'one', { a: 1, c: 2 })
  tasks.update(taskId, 'one', { a: 3 })
  expect(Object.keys(tasks.get(taskId, 'one')?.inputRequests ?? {})).toEqual(['b'])
  tasks.update(taskId, 'one', { b: 4 })
  expect(tasks.get(taskId, 'one')?.status).toBe('working')
  expect(answers).toEqual([1, 4])
})

test.each([
  ['for one client', { tasksPerClient: 2 }],
  ['in all', { tasksTotal: 2 }],
])('room %s: its oldest result makes room, what still works does not', (_what, limits) => {
  const { tasks, open } = create(limits)
  const first = open()!
  open()
  expect(open()).toBeUndefined()
  first.settle({ status: 'completed', result: RESULT })
  expect(open()).toBeDefined()
  expect(tasks.get(first.view().taskId, 'one')).toBeUndefined()
  tasks.close()
})

test('one client never costs another its result', () => {
  const { tasks, open } = create({ tasksTotal: 1 })
  const task = open('one')!
  task.settle({ status: 'completed', result: RESULT })
  expect(open('two')).toBeUndefined()
  expect(tasks.get(task.view().taskId, 'one')).toMatchObject({ result: RESULT })
  tasks.close()
})

test('a result is dropped after its time', async () => {
  const { tasks, open } = create({ taskTtlMs: 1 })
  const task = open()!
  task.settle({ status: 'completed', result: RESULT })
  await expect.poll(() => tasks.get(task.view().taskId, 'one')).toBeUndefined()
})

test('closing stops what still waits', () => {
  const { tasks, open } = create()
  let cancels = 0
  open('one', () => {
    cancels += 1
  })
  tasks.close()
  expect(cancels).toBe(1)
})

test('the tasks of a credential that has ended are stopped and gone, and no others', () => {
  const { tasks, open } = create()
  const stopped: string[] = []
  const principal = (credential: string) => JSON.stringify(['agent', credential, 'p', 'client', '/w'])
  const start = (credential: string) => open(principal(credential), () => stopped.push(credential))!.view().taskId
  const mine = start('cred_1')
  const other = start('cred_11')
  tasks.endCredential('cred_1')
  expect(stopped).toEqual(['cred_1'])
  expect(tasks.get(mine, principal('cred_1'))).toBeUndefined()
  expect(tasks.get(other, principal('cred_11'))?.status).toBe('working')
  tasks.close()
})
