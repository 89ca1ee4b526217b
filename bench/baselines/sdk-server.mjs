import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { READ_TOOL, readTool } from './read-tool.mjs'

/** The same tool on the official SDK. */
export function sdkServer() {
  const server = new McpServer({ name: 'bare-sdk', version: '1' })
  const { name, title, description } = READ_TOOL
  const inputSchema = z.strictObject({ path: z.string(), max_bytes: z.int().optional() })
  server.registerTool(name, { title, description, inputSchema }, (args) => readTool(args))
  return server
}
