import { useMutation } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { formatOf, largestUploadBytes, TOO_HEAVY, UNKNOWN, UNREADABLE } from './pictures.rules.ts';

/** A picture as it was chosen, ready to be seen and sent. Pixels. */
export interface ChosenPicture {
  width: number;
  height: number;
  /** The file in base64. */
  content: string;
  /** A `data:` address of the same, for this browser alone. */
  address: string;
}

/** The file is no picture for us: seen here, before it is sent anywhere. */
class Unusable extends Error {}

/** Sent as it is below this; above, a photograph is made smaller first: mobile data are dear. */
const lightBytes = 400_000;

/** Pixels: as much as the largest use of a picture needs, with room for cutting. */
const longestSide = 2000;

const FAILED = words('The picture could not be read. Please try again.');

/** Opens a picture's file in the browser; nothing is sent. */
export function usePictureFile(onOpened?: (picture: ChosenPicture) => void) {
  const opening = useMutation({
    mutationFn: openPicture,
    ...(onOpened ? { onSuccess: onOpened } : {}),
  });
  const { error } = opening;
  return {
    picture: opening.data,
    isOpening: opening.isPending,
    /** Why not, as a sentence. */
    failure: error && (error instanceof Unusable ? error.message : FAILED),
    choose: (file: File) => opening.mutate(file),
    forget: opening.reset,
  };
}

async function openPicture(file: File): Promise<ChosenPicture> {
  if (!formatOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()))) throw new Unusable(UNKNOWN);
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Unusable(UNREADABLE);
  });
  const { width, height } = bitmap;
  const light = file.size <= lightBytes ? file : await smaller(bitmap);
  bitmap.close();
  const sent = light ?? file;
  if (sent.size > largestUploadBytes) throw new Unusable(TOO_HEAVY);
  const address = await addressOf(sent);
  return { width, height, address, content: address.slice(address.indexOf(',') + 1) };
}

/** The picture as a JPEG on white; null where the browser has no room to draw it. */
async function smaller(bitmap: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.86));
}

function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}
