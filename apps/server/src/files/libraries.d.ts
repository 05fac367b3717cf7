// What is used of a library that brings no types.

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  type Decoder = {
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getDecodedBuffer(): Uint8Array;
    getFrameInfo(): {
      readonly width: number;
      readonly height: number;
      readonly bitsPerSample: number;
      readonly componentCount: number;
    };
    delete(): void;
  };
  const createCodec: (options: {
    readonly print: () => void;
    readonly printErr: () => void;
  }) => Promise<{ readonly J2KDecoder: new () => Decoder }>;
  export default createCodec;
}

declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  type Encoder = {
    getDecodedBuffer(picture: {
      readonly width: number;
      readonly height: number;
      readonly bitsPerSample: number;
      readonly componentCount: number;
      readonly isSigned: boolean;
      readonly isUsingColorTransform: boolean;
    }): Uint8Array;
    encode(): void;
    getEncodedBuffer(): Uint8Array;
    delete(): void;
  };
  const createCodec: (options: {
    readonly print: () => void;
    readonly printErr: () => void;
  }) => Promise<{ readonly J2KEncoder: new () => Encoder }>;
  export default createCodec;
}
