/**
 * An error that the caller can mend: an HTTP status and a sentence that is shown to a person.
 * Everything else that is thrown is a bug and answers 500 without its text.
 */
export class Fault extends Error {
  readonly status: FaultStatus;
  /** Sentences by field name, for a form to show beside its inputs. */
  readonly fields: Record<string, string> | undefined;
  /** Further public facts of the answer, such as `reason: 'reauthenticate'` or a challenge. */
  readonly detail: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(
    status: FaultStatus,
    message: string,
    extra: {
      fields?: Record<string, string>;
      detail?: Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.name = 'Fault';
    this.status = status;
    this.fields = extra.fields;
    this.detail = extra.detail;
    this.headers = extra.headers;
  }
}

export type FaultStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 414
  | 415
  | 422
  | 429
  | 503;
