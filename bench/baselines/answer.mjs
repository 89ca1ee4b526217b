import { READ_TOOL, readTool } from './read-tool.mjs'

const TOOLS = {
  tools: [
    {
      ...READ_TOOL,
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string' }, max_bytes: { type: 'integer' } },
        required: ['path'],
      },
    },
  ],
}

/** Just enough of MCP to be asked the same questions. */
export function answer({ id, method, params }) {
  if (id === undefined) return undefined
  return JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method, params) })
}

function resultOf(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'bare-loop', version: '1' },
      }
    case 'tools/list':
      return TOOLS
    case 'tools/call':
      return readTool(params?.arguments ?? { path: '' })
    default:
      return {}
  }
}
