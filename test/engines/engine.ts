/** A window of a browser, with the calls that the clients of all engines have in common. */
export interface EngineWindow {
  goto(url: string): Promise<void>;
  /** The value of an expression, awaited in the page. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** A user's click on the element that the expression returns. The button is held for this long. An engine that knows no touch uses the mouse. */
  click(expression: string, heldMs?: number, pointer?: 'mouse' | 'touch' | 'twice'): Promise<void>;
  /** Keys for the focused element. */
  type(text: string): Promise<void>;
  resize?(size: { readonly width: number; readonly height: number }): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  /** The camera's state that the app reports. */
  readonly cameraProblem: 'denied' | 'missing';
  /** Takes the engine's name of the window. */
  windows(): Promise<ReadonlyMap<unknown, EngineWindow>>;
  close(): Promise<void>;
}
