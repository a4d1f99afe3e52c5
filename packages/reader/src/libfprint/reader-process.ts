// A separate process, so that a driver that hangs or crashes harms nothing else.
import { ReaderError } from '../errors.ts';
import { loadLibfprint } from './bindings.ts';
import { captureFrom, describeDevice, devicesOf } from './devices.ts';
import type { FromReaderProcess, ToReaderProcess } from './usb-reader.ts';

process.once('message', (message: ToReaderProcess) => void answer(message));
process.once('disconnect', () => process.exit(0));

async function answer(message: ToReaderProcess): Promise<void> {
  try {
    const lib = loadLibfprint();
    if (message === 'list') return end({ readers: devicesOf(lib).map((device) => describeDevice(lib, device)) });
    const cancellable: unknown = lib.newCancellable();
    process.once('message', () => void lib.cancel(cancellable));
    end({
      image: await captureFrom(lib, cancellable, () => process.send!({ waiting: true } satisfies FromReaderProcess)),
    });
  } catch (error) {
    end({ error: error instanceof ReaderError ? error.code : 'reader_failed' });
  }
}

function end(last: FromReaderProcess): void {
  process.send!(last, () => process.exit(0));
}
