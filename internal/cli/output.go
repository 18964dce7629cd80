package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// deliver writes a finished result to a file, or to out when path is empty.
func deliver(out io.Writer, path string, data []byte) error {
	if path == "" {
		if _, err := out.Write(data); err != nil {
			return usagef("", "writing the result to standard output: %w", cause(err))
		}
		return nil
	}
	if err := writeFile(path, data); err != nil {
		return usagef("nothing was changed: free some space or choose another file with --output",
			"writing %s: %w", path, cause(err))
	}
	return nil
}

// writeFile replaces a file by data, or leaves it as it was: the data goes to
// a temporary file beside it, is synced, and takes its name. Devices and pipes
// are written in place.
func writeFile(path string, data []byte) error {
	path = resolved(path)
	mode := fs.FileMode(0)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return writeInPlace(path, data)
		}
		mode = info.Mode().Perm()
	}
	temp, err := createBeside(path)
	if err != nil {
		return err
	}
	return replace(temp, path, data, mode)
}

// replace fills temp and gives it the name path; on failure temp is gone. A
// mode of 0 leaves the permissions as they are.
func replace(temp *os.File, path string, data []byte, mode fs.FileMode) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp.Name()))
		}
	}()
	_, err = temp.Write(data)
	if err == nil && mode != 0 {
		err = temp.Chmod(mode)
	}
	if err == nil {
		err = temp.Sync()
	}
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	return err
}

// createBeside makes a new file in the directory of path. Unlike
// os.CreateTemp it leaves the permissions to the umask, as for any report a
// shell redirects.
func createBeside(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	for range 100 {
		name := fmt.Sprintf("%s.%s.%08x.tmp", dir, base, rand.Uint32())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, fmt.Errorf("no free temporary name beside %s", path)
}

func writeInPlace(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
