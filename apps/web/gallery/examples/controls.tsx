import {
  ActionBar,
  Button,
  Calendar,
  type ButtonVariant,
  DecimalField,
  Field,
  IconButton,
  PasswordInput,
  Pager,
  Pills,
  Segments,
  SelectField,
  type Signature,
  SignatureField,
  Stepper,
  Tabs,
  TextArea,
  TextInput,
  UNSIGNED,
  XIcon,
  bareInputClass,
  inputClass,
  tabPanelProps,
} from '@candor/ui';
import { type ReactElement, useId, useState } from 'react';

const VARIANTS: readonly ButtonVariant[] = [
  'primary',
  'secondary',
  'tertiary',
  'ghost',
  'buy',
  'sell',
  'danger',
];
const choices = ['Market', 'Limit', 'Stop'].map((label) => ({ value: label, label }));
const nothing = (): void => undefined;

function Paging() {
  const [page, choose] = useState(2);
  return (
    <Pager
      label="Orders"
      page={page}
      total={45}
      size={20}
      isOnItsWay={false}
      onPage={choose}
      end="These are all."
    />
  );
}

const FLOW = ['Details', 'Photos', 'Signature', 'Review'].map((text) => ({ key: text, text }));

function Signing({ of: first }: { readonly of: Signature }): ReactElement {
  const [value, setValue] = useState(first);
  return <SignatureField value={value} onChange={setValue} />;
}

function Choosing(props: { readonly of: typeof Pills<string>; readonly label: string }) {
  const [value, setValue] = useState('Market');
  const Group = props.of;
  return <Group label={props.label} choices={choices} value={value} onChange={setValue} />;
}

function DecimalExample(): ReactElement {
  const [value, setValue] = useState<string | null>('0.05');
  const step = (direction: -1 | 1): void => setValue(direction === 1 ? '0.06' : '0.04');
  const field = { value, onChange: setValue, places: 2 };
  return (
    <>
      <DecimalField label="Lots" aside="of 0.40" unit="lots" onStep={step} {...field} />
      <DecimalField label="Amount" large error="More than is free" {...field} />
      <DecimalField label="Price" disabled {...field} />
    </>
  );
}

function SelectExample(): ReactElement {
  const [value, setValue] = useState('Market');
  return <SelectField label="Order" value={value} onChange={setValue} choices={choices} />;
}

function TabsExample(): ReactElement {
  const id = useId();
  const [value, setValue] = useState('Market');
  return (
    <div>
      <Tabs id={id} label="Orders" choices={choices} value={value} onChange={setValue} />
      <p {...tabPanelProps(id, value)}>{value}</p>
    </div>
  );
}

/** What is pressed, chosen and typed in. */
export const CONTROLS = {
  ActionBar: () => (
    <ActionBar note="Reviewed within two days.">
      <Button size="lg" wide>
        Send for review
      </Button>
    </ActionBar>
  ),
  Button: () => (
    <div className="flex flex-wrap gap-2">
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button variant="buy" demo>
        buy, demo
      </Button>
      <Button variant="sell" demo>
        sell, demo
      </Button>
      <Button size="sm">small</Button>
      <Button size="lg">large</Button>
      <Button disabled>disabled</Button>
      <Button busy="Sending">Send</Button>
    </div>
  ),
  IconButton: () => (
    <div>
      <IconButton label="Close" onClick={nothing}>
        <XIcon />
      </IconButton>
      <IconButton label="Close, disabled" disabled>
        <XIcon />
      </IconButton>
    </div>
  ),
  Field: () => (
    <Field label="Label" aside="optional" help="Help stands under it." error="What is wrong.">
      {(control) => (
        <span className={inputClass}>
          <input {...control} className={bareInputClass} />
        </span>
      )}
    </Field>
  ),
  TextInput: () => (
    <>
      <TextInput label="User name" help="Three characters or more." />
      <TextInput label="User name" error="It is taken." defaultValue="candor" />
      <TextInput label="User name" disabled defaultValue="candor" />
    </>
  ),
  PasswordInput: () => (
    <PasswordInput label="Password" showLabel="Show" hideLabel="Hide" defaultValue="a stone" />
  ),
  SelectField: SelectExample,
  SignatureField: () => (
    <>
      <Signing of={UNSIGNED} />
      <Signing of={{ kind: 'typed', name: 'Mara Lindqvist' }} />
      <SignatureField value={UNSIGNED} onChange={nothing} error="Sign on the line first." />
    </>
  ),
  Calendar: () => (
    <Calendar value="2026-11-21" today="2026-11-27" min="2026-11-03" onChoose={nothing} />
  ),
  Stepper: () => (
    <>
      <Stepper label="Identification" steps={FLOW} at={1} onGo={nothing} />
      <Stepper label="Identification, all done" steps={FLOW} at={FLOW.length} />
    </>
  ),
  TextArea: () => <TextArea label="What happened?" help="Up to 4,000 characters." rows={3} />,
  DecimalField: DecimalExample,
  Pager: () => <Paging />,
  Pills: () => <Choosing of={Pills} label="Filter" />,
  Segments: () => <Choosing of={Segments} label="Mode" />,
  Tabs: TabsExample,
};
