import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { sdkServer } from './sdk-server.mjs'

serveStdio(sdkServer)
