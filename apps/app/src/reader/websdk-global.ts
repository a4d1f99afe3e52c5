// DigitalPersona's library imports its channel for its effect alone: it puts itself on the page. See digital-persona-library.ts.
export {};
