import { serveBroker } from './serve-broker.ts'
import { sweepAfterBroker } from './sweep.ts'

/** `serve <id> <data directory> <socket> <grace ms>`, or `sweep <id> [control group]` after a broker that was killed. */
const [task, id = '', ...rest] = process.argv.slice(2)

if (task === 'sweep') await sweepAfterBroker({ id, group: rest[0] || null })
else {
  const [directory = '', socket = '', grace = ''] = rest
  await serveBroker({ id, directory, socket, graceMs: Number(grace) })
}
