import { Hono } from 'hono'
import { type LevelView, type SetLevel, setLevelSchema } from '../../../contract/machine-level.ts'
import { actor, body, type HttpEnv } from '../http-env.ts'

export interface LevelService {
  readonly level: () => LevelView
  readonly setLevel: (change: SetLevel, by: string) => void
}

export function levelRoutes(machine: LevelService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json(machine.level()))
    .post('/', async (c) => {
      machine.setLevel(await body(c, setLevelSchema), actor(c))
      return c.json(machine.level())
    })
}
