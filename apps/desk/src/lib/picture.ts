import type { AnsweredFile } from './http.ts';

/** A picture as its page may show it: the desk's pages show pictures of their own text alone. */
export function pictureText({ file }: AnsweredFile): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('a picture was not read')));
    reader.readAsDataURL(file);
  });
}
