/** Where server.ts leaves the BridgeServer for the pages, which are bundled apart from it. */
export const bridgeKey = Symbol.for('bridge.server')
