/**
 * `createServer` of node:http. Imported as a module, node:http would also show what it has of browsers, its WebSocket among them, and load all
 * that is behind it: a tenth of the time that a start takes.
 */
export const { createServer: createPlainServer } = process.getBuiltinModule('node:http');
