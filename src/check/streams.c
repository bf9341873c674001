/* What functions of the library do with streams, in C (streams.rs). `element` is a stream. Other parameters are only evaluated.
 *
 * open()   A stream that the library opens, or null. */
element *open(void);
void free(void *block);

element *fopen(const void *filename, const void *mode)
{
    element *stream = open();
    if (stream != 0)
        stream->is_opened = 1;
    return stream;
}

element *popen(const void *command, const void *type)
{
    element *stream = open();
    if (stream != 0)
        stream->is_opened = 1;
    return stream;
}

element *tmpfile(void)
{
    element *stream = open();
    if (stream != 0)
        stream->is_opened = 1;
    return stream;
}

/* What every function does that gets a stream. */
element *used(element *stream)
{
    int is_opened = stream->is_opened;
    return stream;
}

/* What a function does that closes it. The standard streams are none of those that a program opens. */
element *closed(element *stream)
{
    if (stream->is_opened)
        free(stream);
    return stream;
}
