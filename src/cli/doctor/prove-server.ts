import { HostError } from '../../base/host-error.ts'
import type { Proof } from '../../contract/doctor.ts'
import { type Launch, openStdioClient, type StdioClient, type Tool } from '../stdio-client.ts'

/** Starts the server as a client would, lists its tools and makes one harmless call. Never throws. */
export async function proveServer(launch: Launch): Promise<readonly Proof[]> {
  await using client = openStdioClient(launch, 'upperhand-doctor')
  const proofs: Proof[] = []
  const steps = [
    ['starts', () => starts(client)],
    ['tools', () => lists(client)],
    ['call', () => calls(client)],
  ] as const
  for (const [step, prove] of steps) {
    const proof = await prove().catch((cause: unknown): Proof => {
      const { message } = HostError.from(cause)
      return { step, state: 'failed', text: message }
    })
    proofs.push(proof)
    if (proof.state === 'failed') break
  }
  return proofs
}

async function starts(client: StdioClient): Promise<Proof> {
  const { name, version, protocol } = await client.connect()
  return { step: 'starts', state: 'ok', text: `${name} ${version}, protocol ${protocol}` }
}

async function lists(client: StdioClient): Promise<Proof> {
  const tools = await client.tools()
  if (tools.length > 0) return { step: 'tools', state: 'ok', text: `${tools.length} tools` }
  return { step: 'tools', state: 'failed', text: 'The list is empty: the profile publishes nothing.' }
}

const HARMLESS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ['file_operations', { operation: 'list_dir' }],
  ['fs_list', { path: '.' }],
  ['think', { thoughts: 'Is anybody there?' }],
]

async function calls(client: StdioClient): Promise<Proof> {
  const tools = await client.tools()
  const isThere = (name: string) => tools.some((tool: Tool) => tool.name === name)
  const [name, args] = HARMLESS.find(([tool]) => isThere(tool)) ?? []
  if (name === undefined || args === undefined) {
    return { step: 'call', state: 'not tried', text: 'There is no harmless tool to call in this profile.' }
  }
  const { isError, text } = await client.call(name, args)
  if (isError) return { step: 'call', state: 'failed', text: text.split('\n')[0] ?? '' }
  return { step: 'call', state: 'ok', text: `${name} answered` }
}
