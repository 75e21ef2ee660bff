import { readFileSync } from 'node:fs'
import type { BridgeServer } from '@bridge/server'
import { findBridge } from './bridge.ts'

/** Where the build puts the document, relative to the portal's folder. */
export const apiDocumentFile = 'generated/openapi.json'

let built: ReturnType<BridgeServer['openApi']> | undefined

/** Returns the OpenAPI document: the server's, or the build's. */
export function getApiDocument(): ReturnType<BridgeServer['openApi']> {
  const bridge = findBridge()
  if (bridge) return bridge.openApi()
  built ??= JSON.parse(readFileSync(apiDocumentFile, 'utf8')) as ReturnType<BridgeServer['openApi']>
  return built
}
