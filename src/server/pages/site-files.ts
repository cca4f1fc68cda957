import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { inLanguage, LANGUAGES } from '../../shared/language.ts';
import { days } from '../../shared/time.ts';

/** Pages that search engines are shown. */
const INDEXED = [
  '/',
  '/sign',
  '/volunteer',
  '/partner',
  '/share',
  '/apply',
  '/contact',
  '/countries',
  '/sources',
  '/updates',
  '/faq',
  '/privacy',
  '/terms',
  '/cookies',
  '/sheet',
  '/poster',
];

type SiteFileContext = Pick<AppContext, 'publicUrl' | 'settings' | 'clock'>;

/** The files that programs request from every site: robots.txt, sitemap.xml, the manifest, and security.txt where there is a contact. */
export function installSiteFiles(app: FastifyInstance, context: SiteFileContext): void {
  const { publicUrl, settings, clock } = context;
  const serveFile = (path: string, type: string, body: () => string) =>
    app.get(path, { config: { access: { who: 'anyone' } } }, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=86400').type(type).send(body()),
    );
  serveFile('/robots.txt', 'text/plain; charset=utf-8', () => robots(publicUrl));
  serveFile('/sitemap.xml', 'application/xml; charset=utf-8', () => sitemap(publicUrl));
  serveFile('/manifest.webmanifest', 'application/manifest+json', () => JSON.stringify(MANIFEST));
  const { securityContact } = settings;
  if (securityContact)
    serveFile(SECURITY_PATH, 'text/plain; charset=utf-8', () =>
      securityText(securityContact, publicUrl, clock.now()),
    );
}

const SECURITY_PATH = '/.well-known/security.txt';
/** How long a copy elsewhere may be taken for current. */
const securityTextLivesMs = days(90);

/** RFC 9116. */
const securityText = (contact: string, publicUrl: string, now: Date) => `Contact: ${contact}
Expires: ${new Date(now.getTime() + securityTextLivesMs).toISOString()}
Preferred-Languages: ${LANGUAGES.join(', ')}
Canonical: ${publicUrl}${SECURITY_PATH}
`;

const robots = (publicUrl: string) => `User-agent: *
Disallow: /api/
Disallow: /paypal/
Disallow: /payment/
Disallow: /admin
Sitemap: ${publicUrl}/sitemap.xml
`;

function sitemap(publicUrl: string): string {
  const alternates = (path: string) =>
    LANGUAGES.map(
      (tag) =>
        `<xhtml:link rel="alternate" hreflang="${tag}" href="${publicUrl}${inLanguage(path, tag)}"/>`,
    ).join('');
  const urls = INDEXED.flatMap((path) =>
    LANGUAGES.map(
      (tag) => `<url><loc>${publicUrl}${inLanguage(path, tag)}</loc>${alternates(path)}</url>`,
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

const MANIFEST = {
  name: 'One Africa Passport',
  short_name: 'One Africa',
  start_url: '/',
  display: 'browser',
  background_color: '#f7f1e5',
  theme_color: '#22244f',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/pictures/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/pictures/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ],
};
