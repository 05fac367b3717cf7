import { LOCALES, activateLocale, loadAllTexts } from '@candor/locales';
import { refusal, success } from '@candor/protocol';
import { UploadTile } from '@candor/ui';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answered, standInForServer } from '../../test/answers.ts';
import { beginSession, endSession } from './session.ts';
import { useUpload } from './use-upload.ts';

const [english] = LOCALES as [(typeof LOCALES)[number]];
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const KEPT = {
  fileId: ID,
  width: 4,
  height: 3,
  bytes: 90,
  sha256: 'a'.repeat(64),
  expiresAt: 5,
};

/** The browser's request as far as an upload needs it; the test says how it goes on. */
class StandIn extends EventTarget {
  static all: StandIn[] = [];
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  address = '';
  form: FormData | null = null;
  status = 0;
  responseText = '';
  isAborted = false;

  constructor() {
    super();
    StandIn.all.push(this);
  }
  open(_method: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  send(form: FormData): void {
    this.form = form;
  }
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  goOn(loaded: number): void {
    const event = new Event('progress');
    Object.assign(event, { loaded, total: 100, lengthComputable: true });
    this.upload.dispatchEvent(event);
  }
  answer(envelope: unknown): void {
    this.status = 200;
    this.responseText = JSON.stringify(envelope);
    this.dispatchEvent(new Event('load'));
  }
}

function Page(props: {
  readonly isMissing?: boolean;
  readonly options?: Parameters<typeof useUpload>[2];
}): ReactElement {
  const { isMissing = false, options } = props;
  const { tile, fileId } = useUpload('support', null, options);
  return (
    <>
      <UploadTile label="Picture" shown={tile} isMissing={isMissing} />
      <output>{fileId}</output>
    </>
  );
}

const file = (type = 'image/png', bytes = 90): File =>
  new File([new Uint8Array(bytes)], 'my holiday.png', { type });
const chooser = (): HTMLElement => screen.getByLabelText('Picture: Choose a picture');
const choose = (chosen: File): void => {
  fireEvent.change(chooser(), { target: { files: [chosen] } });
};
const request = async (count = 1): Promise<StandIn> => {
  await waitFor(() => expect(StandIn.all).toHaveLength(count));
  const [last] = StandIn.all.slice(-1);
  await waitFor(() => expect(last?.form).not.toBeNull());
  return last as StandIn;
};
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));

beforeAll(async () => {
  await activateLocale(english);
  await loadAllTexts();
});
beforeEach(() => {
  StandIn.all = [];
  vi.stubGlobal('XMLHttpRequest', StandIn);
  beginSession({
    token: 'token-1',
    expiresAt: 1,
    user: { id: ID, username: 'mara', demoDisabled: false },
  });
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

it('says formats, limit and who can open it before anything is chosen', () => {
  render(<Page />);
  expect(screen.getByText('JPG, PNG or JPEG 2000, up to 2 MB')).toBeTruthy();
  expect(screen.getByText(/You and our support can open it/)).toBeTruthy();
  expect(chooser().getAttribute('accept')).toBe('image/jpeg,image/png,image/jp2,image/jpx');
});

it('sends the purpose first, without the name it has here, and says how far it is', async () => {
  render(<Page />);
  choose(file());
  const sent = await request();
  expect(sent.address).toBe('/swx/customer/user/upload');
  expect(sent.headers.get('authorization')).toBe('token-1');
  expect(sent.headers.has('content-type')).toBe(false);
  expect([...(sent.form as FormData).keys()]).toEqual(['purpose', 'file']);
  expect(((sent.form as FormData).get('file') as File).name).toBe('picture');
  sent.goOn(42);
  expect(await screen.findByText('Sending, 42%')).toBeTruthy();
  sent.goOn(100);
  expect(await screen.findByText('Being checked')).toBeTruthy();
  sent.answer(success(KEPT));
  expect(await screen.findByText('Checked and stored encrypted')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'The picture you chose' })).toBeTruthy();
  expect(screen.getByText(ID)).toBeTruthy();
});

it('refuses what cannot be one before a byte is sent', async () => {
  render(<Page />);
  choose(file('image/gif'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Choose a JPG, PNG or JPEG 2000 picture.',
  );
  choose(file('image/png', 2 * 1024 * 1024 + 1));
  await screen.findByText('The picture is larger than 2 MB. Choose a smaller one.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(StandIn.all).toEqual([]);
});

it('tries the same picture again after it broke off', async () => {
  render(<Page />);
  choose(file());
  (await request()).answer(refusal({ name: 'upload-failed', field: 'file' }));
  await screen.findByText('The upload failed. Try again.');
  await press('Try again');
  (await request(2)).answer(success(KEPT));
  expect(await screen.findByText('Checked and stored encrypted')).toBeTruthy();
});

it('says what the server says of a picture, and offers no second try of it', async () => {
  render(<Page />);
  choose(file());
  (await request()).answer(refusal({ name: 'image-format', field: 'file' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Choose a JPG, PNG or JPEG 2000 picture.',
  );
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('can be stopped, and what is late then changes nothing', async () => {
  render(<Page />);
  choose(file());
  const sent = await request();
  await press('Cancel');
  expect(sent.isAborted).toBe(true);
  sent.answer(success(KEPT));
  expect(await screen.findByText('Choose a picture')).toBeTruthy();
  expect(screen.queryByText(ID)).toBeNull();
});

it('removed or replaced, the picture before is destroyed', async () => {
  const others = standInForServer({ [`/user/removeFile/${ID}`]: () => answered({}) });
  render(<Page />);
  choose(file());
  (await request()).answer(success(KEPT));
  await screen.findByText('Checked and stored encrypted');
  choose(file('image/jpeg'));
  await request(2);
  await waitFor(() => expect(others.map(({ path }) => path)).toHaveLength(1));
  StandIn.all[1]?.answer(success(KEPT));
  await screen.findByText('Checked and stored encrypted');
  await press('Remove');
  await waitFor(() => expect(others).toHaveLength(2));
  expect(screen.getByText('Choose a picture')).toBeTruthy();
});

it('says where a picture is missing', () => {
  render(<Page isMissing />);
  expect(screen.getByRole('alert').textContent).toBe('Add the requested picture.');
});

it('holds the operator’s own limit against a picture, and says it on the tile', async () => {
  render(<Page options={{ bytesMax: 5 * 1024 * 1024 }} />);
  expect(screen.getByText('JPG, PNG or JPEG 2000, up to 5 MB')).toBeTruthy();
  choose(file('image/jp2', 5 * 1024 * 1024 + 1));
  await screen.findByText('The picture is larger than 5 MB. Choose a smaller one.');
  choose(file('image/png', 3 * 1024 * 1024));
  expect((await request()).form?.get('purpose')).toBe('support');
});

it('goes on with a picture that was taken before the page was opened, and can take it back', async () => {
  const others = standInForServer({ [`/user/removeFile/${ID}`]: () => answered({}) });
  render(<Page options={{ kept: { fileId: ID, expiresAt: 5 } }} />);
  expect(screen.getByText('Checked and stored encrypted')).toBeTruthy();
  expect(screen.getByText(ID)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  await press('Remove');
  await waitFor(() => expect(others).toHaveLength(1));
  expect(screen.getByText('Choose a picture')).toBeTruthy();
});
