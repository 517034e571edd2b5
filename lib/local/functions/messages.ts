/** What the bootstrap of a function's thread is started with. */
export type BootstrapSetup = {
  readonly taskRoot: string;
  /** As in the template: file without ending, dot, export. */
  readonly handler: string;
  readonly shared: SharedArrayBuffer;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
};

/** To the thread. */
export type Invocation = {
  readonly requestId: string;
  readonly payload: string;
  /** Epoch milliseconds on the desk's clock. */
  readonly deadline: number;
};

/** What a failed invocation answers with, as the Node.js runtime writes it. */
export type FunctionFault = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/** From the thread. */
export type BootstrapMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init failed'; readonly fault: FunctionFault }
  | { readonly kind: 'answered'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'failed'; readonly requestId: string; readonly fault: FunctionFault };
