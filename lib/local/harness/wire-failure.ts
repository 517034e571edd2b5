/** An answer of the service before any stream. */
export type WireFailure = {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly fieldList?: readonly { readonly name: string; readonly message: string }[];
  readonly reason?: string;
};

/** 400, naming each field as the service does. */
export function invalid(fields: readonly { readonly name: string; readonly message: string }[]): WireFailure {
  const message = fields.map((field) => `${field.name}: ${field.message}`).join('; ');
  return { status: 400, error: 'ValidationException', message, reason: 'FieldValidationFailed', fieldList: fields };
}

/** 404, for harnesses and sessions. */
export function notFound(message: string): WireFailure {
  return { status: 404, error: 'ResourceNotFoundException', message };
}
