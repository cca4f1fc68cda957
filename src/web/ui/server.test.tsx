import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './Button.tsx';
import { Checkbox } from '../forms/Checkbox.tsx';
import { ConfirmProvider } from './confirm.tsx';
import { CopyButton } from './CopyButton.tsx';
import { CountrySelect } from '../forms/CountrySelect.tsx';
import { DataTable } from '../lists/DataTable.tsx';
import { Dialog } from './Dialog.tsx';
import { EmptyState } from '../lists/EmptyState.tsx';
import { ErrorSummary } from '../forms/ErrorSummary.tsx';
import { Field } from '../forms/Field.tsx';
import { Loading } from '../loading/Loading.tsx';
import { Notice } from './Notice.tsx';
import { RadioGroup } from '../forms/RadioGroup.tsx';
import { Select } from '../forms/Select.tsx';
import { StepIndicator } from './StepIndicator.tsx';
import { Switch } from '../forms/Switch.tsx';
import { Tabs } from './Tabs.tsx';
import { TextArea } from '../forms/TextArea.tsx';
import { TextInput } from '../forms/TextInput.tsx';
import { Toaster } from './toast.tsx';
import { toast } from './toasts.ts';
import { Tooltip } from './Tooltip.tsx';
import { WovenBand } from './WovenBand.tsx';

const page = (
  <ConfirmProvider>
    <WovenBand />
    <StepIndicator steps={['Application', 'Payment']} current={1} />
    <Tabs label="Payment" tabs={[{ value: 'card', label: 'Card', content: 'Pay' }]} />
    <Dialog open title="Sign" onClose={() => {}}>
      <ErrorSummary errors={[{ id: 'name', message: 'Full name is required' }]} />
      <Field id="name" label="Name" hint="As you write it" error="Required" required>
        <TextInput name="name" />
      </Field>
      <Field label="Message">
        <TextArea name="message" maxLength={100} />
      </Field>
      <Field label="Country">
        <CountrySelect name="country" options={['Ghana', 'Kenya']} />
      </Field>
      <Select aria-label="Size" options={['Small']} placeholder="Choose" />
      <Checkbox label="I agree" />
      <Switch label="Active" />
      <RadioGroup label="Plan" name="plan" choices={[{ value: 'once', label: 'Once' }]} />
    </Dialog>
    <Notice>Not valid for travel</Notice>
    <CopyButton text="x">Copy</CopyButton>
    <EmptyState title="Nothing yet" />
    <Loading>Loading</Loading>
    <Tooltip text="Why">
      <Button pending pendingLabel="Sending...">
        Send
      </Button>
    </Tooltip>
    <DataTable
      caption="Rows"
      columns={[{ id: 'id', header: 'Id', cell: (row: { id: number }) => row.id }]}
      rows={[{ id: 1 }]}
      rowKey={(row) => row.id}
      loadingLabel="Loading"
      empty="None"
    />
    <Toaster />
  </ConfirmProvider>
);

test('everything is drawn by the server without style attributes, which the content policy forbids', () => {
  const markup = renderToString(page);
  expect(markup).not.toMatch(/ style=/);
  expect(markup).not.toMatch(/<style|<script/);
});

test('the server shows no toast that another visitor caused', () => {
  toast({ title: 'Welcome back!' });
  expect(renderToString(<Toaster />)).not.toContain('Welcome back!');
});

test('an error leads to its field without scripts', () => {
  expect(renderToString(page)).toContain('<a href="#name">Full name is required</a>');
});
