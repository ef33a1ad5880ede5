/** Extension of project files, with the dot. */
export const PROJECT_ENDING = ".audioproject";
