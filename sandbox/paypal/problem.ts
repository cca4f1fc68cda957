import { newId } from './ids.ts';

/** One reason why a call was refused, in PayPal's words. */
export type Detail = {
  issue: string;
  description: string;
  /** JSON pointer into the body, or the name of a header or path part. */
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'query' | 'header';
};

const KINDS = {
  INVALID_REQUEST: [
    400,
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  NOT_AUTHORIZED: [403, 'Authorization failed due to insufficient permissions.'],
  RESOURCE_NOT_FOUND: [404, 'The specified resource does not exist.'],
  RESULTSET_TOO_LARGE: [
    400,
    'Result set size is greater than the maximum limit. Change the filter criteria and try again.',
  ],
  UNPROCESSABLE_ENTITY: [
    422,
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  INTERNAL_SERVER_ERROR: [500, 'An internal server error has occurred.'],
} as const;
export type ProblemName = keyof typeof KINDS;

/** A refusal in the shape in which PayPal refuses. */
export class Problem extends Error {
  readonly status: number;
  readonly debugId = newId.debug();
  readonly body: object;
  constructor(name: ProblemName, details: Detail[], more: object = {}) {
    const [status, message] = KINDS[name];
    super(`${name}: ${details.map(({ issue }) => issue).join(', ')}`);
    this.status = status;
    this.body = {
      name,
      message,
      debug_id: this.debugId,
      details,
      ...more,
      links: [
        {
          href: `https://developer.paypal.com/docs/api/orders/v2/#error-${details[0]?.issue || name}`,
          rel: 'information_link',
          method: 'GET',
        },
      ],
    };
  }
}

/** 422: understood, and refused. */
export const unprocessable = (issue: string, description: string, field?: string): Problem =>
  new Problem('UNPROCESSABLE_ENTITY', [
    { issue, description, ...(field !== undefined && { field, location: 'body' }) },
  ]);

/** 400: not what the call takes. */
export const invalid = (details: Detail[]): Problem => new Problem('INVALID_REQUEST', details);

/** 404: no one has such an id, or its time is over. */
export const notFound = (): Problem =>
  new Problem('RESOURCE_NOT_FOUND', [
    {
      issue: 'INVALID_RESOURCE_ID',
      description:
        'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ]);
