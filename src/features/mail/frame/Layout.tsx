import type { ReactNode } from 'react';
import { Head, Html, Link, Preview } from 'react-email';
import { directionOf } from '../../../shared/language.ts';
import { NOTICE, SHORT_NOTICE } from '../../../shared/notice.ts';
import { NO_REFUND_SENTENCE } from '../../../shared/plan.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { unbroken } from './MailText.tsx';
import { Masthead } from './Masthead.tsx';
import { colour, displayFont, font, styleSheet } from './mail-theme.rules.ts';
import { useHref, useMailOptions } from './useMailOptions.ts';
import { WovenBand } from './WovenBand.tsx';

interface LayoutProps {
  preview: string;
  title: string;
  /** Shown beside the wordmark, such as the name of a receipt. */
  label?: string;
  /** Whom an answer reaches, where that is not the usual for the kind of mail. */
  replies?: ReactNode;
  /** Why the reader gets mail that they can stop, and how. */
  unsubscribe?: { why: string; label: string; href: string };
  children: ReactNode;
}

/**
 * The frame of every mail: woven bands, wordmark, headline, whom an answer reaches, and the notice of what the kit is
 * not, which no setting removes. Nothing in it is loaded from anywhere.
 */
export function Layout({ preview, title, label, replies, unsubscribe, children }: LayoutProps) {
  const language = useLanguage();
  const direction = directionOf(language);
  const t = useWords();
  const { isInternal } = useMailOptions().template;
  const usual = isInternal
    ? t('This email is automatic. Please don’t reply to it: use the dashboard instead.')
    : t('Is something wrong? Reply to this email: a person reads it.');
  return (
    <Html lang={language} dir={direction}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{styleSheet}</style>
      </Head>
      <body
        className="outer"
        style={{
          backgroundColor: colour.clay,
          color: colour.ink,
          fontFamily: font,
          margin: 0,
          padding: 0,
        }}
      >
        <Preview useTitleTag={false}>{preview}</Preview>
        <table
          role="presentation"
          className="mail"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          align="center"
          dir={direction}
          style={{ maxWidth: 600, margin: '0 auto' }}
        >
          <tbody>
            <tr>
              <td>
                <WovenBand rows={4} />
              </td>
            </tr>
            <Part ground="indigo" padding="18px 24px">
              <Masthead label={label} />
            </Part>
            <Part ground="paper" padding="0 24px 16px">
              <h1
                className="ink title"
                style={{
                  margin: '32px 0 16px',
                  color: colour.indigo,
                  fontFamily: displayFont,
                  fontSize: 32,
                  lineHeight: '37px',
                  fontWeight: 800,
                  fontStretch: 'condensed',
                  overflowWrap: 'anywhere',
                }}
              >
                {unbroken(title)}
              </h1>
              {children}
            </Part>
            <tr>
              <td>
                <WovenBand rows={2} />
              </td>
            </tr>
            <Part ground="sheet" padding="18px 24px 8px">
              <Small className="ink" size={16} colour={colour.ink}>
                {replies ?? usual}
              </Small>
            </Part>
            <Part ground="indigo" padding="24px 24px 20px">
              <Footer unsubscribe={unsubscribe} />
            </Part>
          </tbody>
        </table>
      </body>
    </Html>
  );
}

interface PartProps {
  ground: 'paper' | 'sheet' | 'indigo';
  padding: string;
  children: ReactNode;
}

function Part({ ground, padding, children }: PartProps) {
  return (
    <tr>
      <td className={`${ground} pad`} style={{ backgroundColor: colour[ground], padding }}>
        {children}
      </td>
    </tr>
  );
}

function Footer({ unsubscribe }: Pick<LayoutProps, 'unsubscribe'>) {
  const t = useWords();
  const hrefTo = useHref();
  const { campaign, publicUrl, template } = useMailOptions();
  const pale = { colour: colour.clay };
  return (
    <>
      {template.isReceipt ? (
        <>
          <Small {...pale}>{t(NOTICE)}</Small>
          <Small {...pale}>{t(NO_REFUND_SENTENCE)}</Small>
        </>
      ) : (
        <Small {...pale}>
          {t(SHORT_NOTICE)} <Pale href={hrefTo('/#footer')}>{t('Read the full notice')}</Pale>
        </Small>
      )}
      {unsubscribe ? (
        <Small {...pale}>
          {unsubscribe.why} <Pale href={unsubscribe.href}>{unsubscribe.label}</Pale>
        </Small>
      ) : null}
      <Small {...pale}>
        {campaign.name}
        <br />
        <Pale href={`mailto:${campaign.address}`}>{campaign.address}</Pale>
        <br />
        <Pale href={publicUrl}>{publicUrl}</Pale>
      </Small>
    </>
  );
}

function Pale({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} style={{ color: colour.cream, textDecoration: 'underline' }}>
      {children}
    </Link>
  );
}

interface SmallProps {
  colour: string;
  size?: number;
  className?: string;
  children: ReactNode;
}

function Small({ colour: color, size = 14, className, children }: SmallProps) {
  return (
    <p
      {...(className ? { className } : {})}
      style={{
        margin: '0 0 10px',
        color,
        fontSize: size,
        lineHeight: '22px',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </p>
  );
}
