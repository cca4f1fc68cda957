import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint, Method } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { inLanguage } from '../../shared/language.ts';
import { words } from '../../shared/words.ts';
import { authorize, credentialsOf, requireSameOrigin } from '../security/authorize.ts';
import { renewSessionCookies } from '../security/session-cookies.ts';
import { answerCall, type CallOptions } from './call.ts';
import type { FailureConfig } from './errors.ts';
import { languageOf } from './language.ts';
import type { Route } from './route.ts';
import { createWriteGroup } from './write-group.ts';
import { requireCompleteEndpoints } from './complete-endpoints.ts';

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Registers every route, in the order of docs/architecture.md. Refuses to start with one that is not whole. */
export function serve(app: FastifyInstance, routes: Route[], options: CallOptions): void {
  requireCompleteEndpoints(routes.map((r) => r.endpoint));
  for (const route of routes) {
    const { endpoint, handleTogether } = route;
    const commitInGroup = handleTogether && createWriteGroup(options.context, handleTogether);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        access: endpoint.access,
        name: endpoint.name,
        signed: endpoint.signed === true,
        oneClick: endpoint.oneClick !== undefined,
        ...failureConfig([endpoint]),
      },
      ...largeBody(endpoint, options),
      handler: (request, reply) => answerCall(route, request, reply, { ...options, commitInGroup }),
    });
  }
  for (const [path, endpoints] of endpointsByPath(routes)) {
    const allowed = endpoints.map(({ method }) => method);
    const page = endpoints.find(({ oneClick }) => oneClick)?.oneClick?.page;
    if (page) allowed.push(redirectToPage(app, path, page, options));
    const others = [...METHODS, 'PATCH' as const].filter((m) => !allowed.includes(m as Method));
    app.route({
      method: others,
      url: path,
      config: failureConfig(endpoints),
      handler: (_request, reply) => {
        reply.header('Allow', allowed.join(', '));
        throw new Fault(405, words('This address does not accept that method.'));
      },
    });
  }
}

/** A link of a mail that was followed instead of posted to: the page asks the person. */
function redirectToPage(
  app: FastifyInstance,
  path: string,
  page: string,
  { jar }: Pick<CallOptions, 'jar'>,
): Method {
  app.get<{ Querystring: { key?: string } }>(
    path,
    { config: { access: { who: 'anyone' } } },
    (request, reply) =>
      reply.redirect(
        inLanguage(
          `${page}#key=${encodeURIComponent(request.query.key ?? '')}`,
          languageOf(request, jar),
        ),
      ),
  );
  return 'GET';
}

/** A large body is read only from who may send it: the caller is found before, not after. */
function largeBody(endpoint: AnyEndpoint, options: CallOptions) {
  const { bodyLimitBytes, access } = endpoint;
  if (bodyLimitBytes === undefined) return {};
  return {
    bodyLimit: bodyLimitBytes,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      requireSameOrigin(request, options.context.publicUrl);
      const token = options.jar.read(request.headers.cookie).sid;
      const admitted = await authorize(access, credentialsOf(endpoint, request, token), options);
      renewSessionCookies(reply, admitted, { ...options, token });
    },
  };
}

function endpointsByPath(routes: Route[]): Map<string, AnyEndpoint[]> {
  return Map.groupBy(
    routes.map(({ endpoint }) => endpoint),
    ({ path }) => path,
  );
}

/** In which form an address refuses, for answerFailure: also what its handler never sees. */
const failureConfig = (endpoints: AnyEndpoint[]): FailureConfig => ({
  failure: endpoints.find(({ failure }) => failure)?.failure,
});
