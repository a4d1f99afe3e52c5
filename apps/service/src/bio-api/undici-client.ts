/**
 * The two parts of undici that calls to merchants need. Its front door also loads fetch, WebSocket, caches and mocks: a seventh of the time that a
 * start takes.
 */
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
