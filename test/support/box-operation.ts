import { z } from 'zod'
import type { PathResource } from '../../src/contract/resources.ts'
import { operation, type Toolset } from '../../src/tools/operation.ts'

/** Boxes in memory that stand for files: the gate sees paths, the test sees what was really done. */
export interface Boxes {
  readonly content: Map<string, string>
  runs: number
}

export function boxes(): Boxes {
  return { content: new Map(), runs: 0 }
}

export function boxToolset(state: Boxes): Toolset {
  const box = (name: string, access: 'read' | 'write') => {
    const path = `/boxes/${name}`
    const resource: PathResource = {
      kind: 'path',
      path,
      given: name,
      access,
      zone: name.startsWith('in-') ? 'inside' : 'outside',
      protection: name.includes('secret')
        ? { class: 'critical', reason: 'It holds a secret.' }
        : name.includes('own')
          ? { class: 'floor', reason: 'It belongs to upperhand.' }
          : { class: 'none', reason: null },
      exists: state.content.has(path),
      identity: '1:1',
    }
    return { resource, fingerprint: () => state.content.get(path) ?? 'missing' }
  }
  const name = z.string()
  return {
    name: 'box_operations',
    title: 'Boxes',
    summary: 'Boxes for tests.',
    category: 'files',
    shape: 'grouped',
    operations: [
      operation({
        name: 'put',
        title: 'Put into a box',
        description: 'Puts text into a box.',
        effect: 'write',
        icon: 'file',
        input: z.strictObject({ name, text: z.string() }),
        output: z.object({ name, length: z.number() }),
        example: { name: 'a', text: 'b' },
        touches: (input) => ({ box: box(input.name, 'write') }),
        label: (input) => `Putting into box: ${input.name}`,
        run: async (input, touched) => {
          state.runs += 1
          await Promise.resolve()
          state.content.set(touched.box.resource.path, input.text)
          return { name: input.name, length: input.text.length }
        },
        text: (output) => `put ${output.length} characters into ${output.name}`,
      }),
      operation({
        name: 'look',
        title: 'Look into a box',
        description: 'Reads a box.',
        effect: 'read',
        icon: 'file',
        input: z.strictObject({ name }),
        output: z.object({ text: z.string() }),
        example: { name: 'a' },
        touches: (input) => ({ box: box(input.name, 'read') }),
        label: (input) => `Looking into box: ${input.name}`,
        run: (_input, touched) => ({ text: state.content.get(touched.box.resource.path) ?? '' }),
        text: (output) => output.text,
      }),
      operation({
        name: 'sleep',
        title: 'Sleep',
        description: 'Waits for its signal.',
        effect: 'read',
        icon: 'file',
        input: z.strictObject({ listens: z.boolean() }),
        output: z.object({}),
        example: { listens: true },
        label: () => 'Sleeping',
        run: (_input, _touched, { signal }) =>
          new Promise((_resolve, reject) => {
            if (_input.listens) signal.addEventListener('abort', () => reject(signal.reason))
          }),
        text: () => '',
      }),
    ],
  }
}
