import type { Ref } from "react";

/** MIME types of sound and video, and extensions that operating systems do not know. */
const ACCEPTED = "audio/*,video/*,.m4a,.m4b,.flac,.opus,.ogg,.oga,.aif,.aiff,.caf,.mov,.mkv";

/** The browser's chooser of files. */
export const FilePicker = ({
  ref,
  onFiles,
}: {
  readonly ref: Ref<HTMLInputElement>;
  readonly onFiles: (files: readonly File[]) => void;
}) => (
  <input
    ref={ref}
    type="file"
    hidden
    multiple
    accept={ACCEPTED}
    onChange={({ currentTarget }) => {
      onFiles([...(currentTarget.files ?? [])]);
      // Allows choosing the same file again.
      currentTarget.value = "";
    }}
  />
);
