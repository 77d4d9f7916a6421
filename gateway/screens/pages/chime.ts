let audio: AudioContext | undefined;

/** Returns whether the browser lets this page make sounds. Most allow it only after somebody has touched the page. */
export function canChime(): boolean {
  audio ??= new AudioContext();
  return audio.state === "running";
}

/** Asks the browser to let this page make sounds. Works only while a touch or a key is handled, or if it is allowed. */
export async function allowChime(): Promise<boolean> {
  canChime();
  await Promise.race([audio!.resume(), new Promise((resolve) => setTimeout(resolve, 500))]);
  return canChime();
}

/** Plays two tones. Does nothing if the browser does not allow sounds. */
export function chime(): void {
  if (!canChime()) return;
  const start = audio!.currentTime;
  for (const [hertz, after] of [[659, 0], [523, 0.35]] as const) {
    const tone = audio!.createOscillator();
    const volume = audio!.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, start + after);
    volume.gain.linearRampToValueAtTime(0.5, start + after + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + after + 0.9);
    tone.connect(volume).connect(audio!.destination);
    tone.start(start + after);
    tone.stop(start + after + 1);
  }
}
