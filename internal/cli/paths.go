package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// readableFile says what is wrong with a file that is to be read; where comes
// first in the message.
func readableFile(where, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usagef("", "%s%s: no such file", where, path)
	case err != nil:
		return usagef("", "%s%s: cannot be read: %w", where, path, cause(err))
	case info.IsDir():
		return usagef("name the C files in it, or give --compile-commands", "%s%s: is a directory", where, path)
	}
	if err := unix.Access(path, unix.R_OK); err != nil {
		return usagef("", "%s%s: cannot be read: %w", where, path, err)
	}
	return nil
}

// writableTarget says early that a report could not be written, so that
// nobody waits for a proof in vain. A full disk shows only later.
func writableTarget(path string) error {
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return usagef("give the name of a file", "--output: %s is a directory", path)
		}
		if !info.Mode().IsRegular() { // a device or a pipe: written in place
			if err := unix.Access(path, unix.W_OK); err != nil {
				return usagef("", "--output: %s cannot be written: %w", path, err)
			}
			return nil
		}
	}
	dir := filepath.Dir(resolved(path))
	switch {
	case !isDirectory(dir):
		return usagef("create the directory first", "--output: %s is no directory", dir)
	case unix.Access(dir, unix.W_OK|unix.X_OK) != nil:
		return usagef("", "--output: directory %s is not writable", dir)
	}
	return nil
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// resolved follows symbolic links, so that a link to a report stays a link.
func resolved(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

// cause is the reason inside a *fs.PathError, whose path the message has
// already named.
func cause(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}
