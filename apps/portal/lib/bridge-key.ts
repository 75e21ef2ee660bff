/** Global under which server.ts shares the BridgeServer with the pages, which are bundled separately. */
export const bridgeKey = Symbol.for('bridge.server')
