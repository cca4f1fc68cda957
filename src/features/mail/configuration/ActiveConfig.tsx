import { useMutation } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { words } from '../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import { PasswordNotGiven, useRecentPassword } from '../../../web/recentPassword.ts';
import { SandboxContext } from '../../../web/paused.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { RadioGroup } from '../../../web/forms/RadioGroup.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { activateEmailConfig } from './email-config.contract.ts';
import { CONFIG_TYPES, type ConfigType } from '../mail.rules.ts';
import { CONFIG_LABELS, NOT_SAVED } from '../smtp/smtp-config.rules.ts';
import { useChangeToast, type useEmailConfig } from './useEmailConfig.ts';

/** There is nothing to move to. */
class NotSaved extends Error {}

/** Moves the active configuration, and only to one that is saved (specification §4). */
export function useActivation(config: ReturnType<typeof useEmailConfig>) {
  const t = useWords();
  const withRecentPassword = useRecentPassword();
  const changed = useChangeToast();
  const { saved, active, refresh, lookAgain } = config;
  // What was pressed is shown at once, until the server's word on it is there.
  const [pressed, setPressed] = useState<ConfigType>();
  if (pressed === active) setPressed(undefined);

  const refuse = (title: string, sentence: string) =>
    toast({ title: t(title), description: t(sentence), variant: 'destructive' });
  const activate = useMutation({
    mutationFn: async (configType: ConfigType) => {
      if (!saved[configType] && !(await lookAgain())[configType]) throw new NotSaved();
      return withRecentPassword(() => call(activateEmailConfig, { body: { configType } }));
    },
    onSuccess: async (answer) => {
      await refresh();
      setPressed(undefined);
      changed(answer);
    },
    onError: (error, configType) => {
      setPressed(undefined);
      if (error instanceof PasswordNotGiven) return;
      if (error instanceof NotSaved || (error instanceof CallError && error.status === 404))
        refuse(words('Configuration Not Found'), NOT_SAVED[configType]);
      else refuse(words('Error'), sentenceOf(error, words('Failed to activate configuration.')));
    },
  });

  function choose(type: ConfigType) {
    if (activate.isPending || type === active) return;
    setPressed(type);
    activate.mutate(type);
  }

  return { saved, active, pressed, choose };
}

type Activation = ReturnType<typeof useActivation>;

export function ActiveConfig({ activation }: { activation: Activation }) {
  const t = useWords();
  const { saved, active, pressed, choose } = activation;
  const hasSandbox = useContext(SandboxContext);
  return (
    <>
      {active === null ? (
        <Notice>
          <p>
            {hasSandbox
              ? t('No configuration is active. Until one is, emails go to the sandbox’s inbox.')
              : t('No configuration is active, so emails wait until one is.')}
          </p>
        </Notice>
      ) : null}
      <RadioGroup
        label={t('Send emails through')}
        name="activeConfigType"
        value={pressed ?? active ?? ''}
        onChange={(value) => {
          const type = CONFIG_TYPES.find((one) => one === value);
          if (type) choose(type);
        }}
        choices={CONFIG_TYPES.map((type) => ({
          value: type,
          label: t(CONFIG_LABELS[type]),
          hint: <Saved config={saved[type]} />,
        }))}
      />
    </>
  );
}

function Saved({ config }: { config: { fromEmail: string; smtpHost: string } | undefined }) {
  const t = useWords();
  if (!config) return t('Nothing saved yet');
  const { fromEmail, smtpHost } = config;
  return (
    <span className="[overflow-wrap:anywhere]">
      {t('{sender} through {server}', { sender: fromEmail, server: smtpHost })}
    </span>
  );
}

/** Below the button that saves: saving alone sends no email through the server. */
export function InactiveConfig({ type, activation }: { type: ConfigType; activation: Activation }) {
  const t = useWords();
  const { saved, active, pressed, choose } = activation;
  if (!saved[type] || active === type) return null;
  return (
    <Notice role="status">
      <p>{t(INACTIVE[type])}</p>
      <Button
        pending={pressed === type}
        pendingLabel={t('Activating...')}
        onClick={() => choose(type)}
      >
        {t(ACTIVATE[type])}
      </Button>
    </Notice>
  );
}

const INACTIVE: Readonly<Record<ConfigType, string>> = {
  email_gmail: words(
    'The Gmail configuration is saved but not active. No email is sent through it.',
  ),
  email_alternative: words(
    'The alternative configuration is saved but not active. No email is sent through it.',
  ),
};

const ACTIVATE: Readonly<Record<ConfigType, string>> = {
  email_gmail: words('Activate Gmail'),
  email_alternative: words('Activate the alternative server'),
};
