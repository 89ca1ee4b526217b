import { endTree } from './end-tree.ts'
import { BROKER_MARK } from './protocol.ts'
import { serveBroker } from './serve-broker.ts'

/** `serve <id> <data directory> <socket> <grace ms>`, or `sweep <id>`: ends what a broker left behind when it was killed. */
const [task, id = '', directory = '', socket = '', grace = ''] = process.argv.slice(2)

if (task === 'sweep') await endTree({ roots: [], mark: `${BROKER_MARK}=${id}` }, { signal: 'SIGKILL', patienceMs: 0 })
else await serveBroker({ id, directory, socket, graceMs: Number(grace) })
