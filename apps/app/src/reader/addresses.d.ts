/** The address at which a file of a package is served. */
declare module '*?url' {
  const address: string;
  export default address;
}
