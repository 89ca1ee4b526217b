import type { OfferedTools } from '../offered-tools.ts'
import type { DescribeApi } from '../routes/openapi.ts'
import { endpointPaths } from './endpoint.ts'
import { createSchemas, type JsonSchema } from './json-schema.ts'
import { MANAGEMENT } from './management.ts'
import { toolPaths } from './tool-paths.ts'
import { approvalPendingView, errorView } from './views.ts'

const ABOUT = `Tools of this machine, as a person has allowed them. A call that needs a person answers 202: repeat it
later, the same call runs at once when it was approved. Upperhand-Workspace (a directory) and Upperhand-Conversation
(any name) may be sent as headers.`.replaceAll('\n', ' ')

interface Parts {
  readonly offered: Pick<OfferedTools, 'of'>
  readonly version: string
}

/** An OpenAPI 3.1 document, made from the schemas that also check the calls. */
export function createDescribeApi({ offered, version }: Parts): DescribeApi {
  return ({ profile, base, isComplete }) => {
    const schemas = createSchemas()
    const answers = {
      Error: answer('It was refused or failed; the hint says what to do.', schemas.output(errorView)),
      ApprovalPending: answer('Not run yet: a person has to approve it first.', schemas.output(approvalPendingView)),
    }
    const tools = toolPaths(offered.of(profile), schemas)
    const management = isComplete ? endpointPaths(MANAGEMENT, schemas) : {}
    return {
      openapi: '3.1.1',
      info: { title: `upperhand (${profile})`, version, description: ABOUT },
      servers: [{ url: base }],
      security: [{ bearer: [] }],
      paths: { ...tools, ...management },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        headers: { Call: { description: 'The id of the call in the history.', schema: { type: 'string' } } },
        schemas: schemas.named(),
        responses: answers,
      },
    }
  }
}

function answer(description: string, schema: JsonSchema): object {
  return { description, content: { 'application/json': { schema } } }
}
