import type { ReactNode } from 'react';
import {
  Body,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from 'react-email';
import { directionOf } from '../../../shared/language.ts';
import { NOTICE } from '../../../shared/notice.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { useMailOptions } from './useMailOptions.ts';
import { colour, font } from './mail-theme.rules.ts';

/**
 * The frame of every mail: colours, one woven band, and the notice of what the
 * kit is not (it is in every mail and no setting removes it). No pictures, nothing to load.
 */
export function Layout(props: { preview: string; title: string; children: ReactNode }) {
  const t = useWords();
  const { publicUrl } = useMailOptions();
  const language = useLanguage();
  return (
    <Html lang={language} dir={directionOf(language)}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <title>{props.title}</title>
      </Head>
      <Body
        style={{
          backgroundColor: colour.paper,
          color: colour.ink,
          fontFamily: font,
          margin: 0,
          padding: '24px 12px',
        }}
      >
        <Preview useTitleTag={false}>{props.preview}</Preview>
        <Container style={{ maxWidth: 560, margin: '0 auto' }}>
          <Text style={{ margin: '0 0 12px', color: colour.indigo, fontSize: 17, fontWeight: 800 }}>
            {t('One Africa Passport')}
          </Text>
          <WovenBand />
          <Section
            style={{
              backgroundColor: colour.raised,
              border: `1px solid ${colour.rule}`,
              borderTop: 0,
              padding: '28px 24px',
            }}
          >
            <Heading
              as="h1"
              style={{ margin: '0 0 16px', color: colour.indigo, fontSize: 24, lineHeight: '30px' }}
            >
              {props.title}
            </Heading>
            {props.children}
          </Section>
          <Section style={{ padding: '20px 24px 0' }}>
            <Text
              style={{ margin: '0 0 10px', color: colour.muted, fontSize: 14, lineHeight: '20px' }}
            >
              {t(NOTICE)}
            </Text>
            <Text style={{ margin: 0, fontSize: 14, lineHeight: '20px' }}>
              <Link href={publicUrl} style={{ color: colour.indigo }}>
                {publicUrl}
              </Link>
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

/** Table cells, as the only stripes that every mail program draws. */
function WovenBand() {
  return (
    <Row aria-hidden="true" data-skip-in-text="true">
      {BAND.map(([thread, width], place) => (
        // The band is a constant: its places are its keys.
        <Column
          key={place}
          width={width}
          height={8}
          style={{ backgroundColor: thread, fontSize: 0, lineHeight: 0 }}
        />
      ))}
    </Row>
  );
}

const { indigo, ochre, terracotta, leaf, clay } = colour;
const BAND = [
  indigo,
  ochre,
  indigo,
  terracotta,
  clay,
  leaf,
  indigo,
  ochre,
  terracotta,
  indigo,
  clay,
  leaf,
  ochre,
  indigo,
].map((thread, place) => [thread, ['12%', '3%', '9%', '5%', '6%', '9%', '4%'][place % 7]] as const);
