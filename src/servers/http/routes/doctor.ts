import { Hono } from 'hono'
import type { ClientProof, DoctorReport } from '../../../contract/doctor.ts'
import type { HttpEnv } from '../http-env.ts'

export interface DoctorService {
  /** Looks at the whole machine and changes nothing. */
  readonly examine: () => Promise<DoctorReport>
  /** Starts what the client starts, lists its tools and makes a harmless call. */
  readonly testClient: (id: string) => Promise<ClientProof>
}

export function doctorRoutes(doctor: DoctorService) {
  return new Hono<HttpEnv>().post('/', async (c) => c.json(await doctor.examine()))
}
